import tailwindcss from "@tailwindcss/postcss";
import postcss from "postcss";

/**
 * Makes a module of the stylesheet. `globals.css?inline` has its text, on the server alone, as a browser has it in the
 * page; `globals.css`, which Next links to in development, has nothing in a build.
 * @this {{ resourcePath: string, resourceQuery: string, addDependency: (file: string) => void, addContextDependency: (folder: string) => void }}
 * @param {string} source
 */
export default async function styles(source) {
  if (process.env.NODE_ENV !== "production" || this.resourceQuery !== "?inline") return 'export default "";';
  const from = this.resourcePath;
  const { css, messages } = await postcss([tailwindcss({ optimize: true })]).process(source, { from });
  for (const { type, file, dir } of messages) {
    if (type === "dependency") this.addDependency(file);
    if (type === "dir-dependency") this.addContextDependency(dir); // Where Tailwind finds the names of classes.
  }
  return `export default typeof window === "undefined" ? ${JSON.stringify(css)} : "";`;
}
