import { SaxesParser } from "saxes";
import { type PartReader, WorkbookDamaged } from "./unzip";

type Attributes = Readonly<Record<string, string>>;
type XmlEvents = {
  open?: (name: string, attributes: Attributes) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
};

/** Reads XML as it comes. Names are without their prefix; a document type, which could define entities, is refused. */
export function xmlReader({ open, text, close }: XmlEvents): PartReader {
  const parser = new SaxesParser();
  const refuse = (why: string) => {
    throw new WorkbookDamaged(why);
  };
  parser.on("error", ({ message }) => refuse(message));
  parser.on("doctype", () => refuse("a document type"));
  parser.on("opentag", ({ name, attributes }) => open?.(localName(name), withLocalNames(attributes)));
  parser.on("text", (part) => text?.(part));
  parser.on("cdata", (part) => text?.(part));
  parser.on("closetag", ({ name }) => close?.(localName(name)));
  return {
    read: (part) => void parser.write(part),
    end: () => void parser.close(),
  };
}

const localName = (name: string) => name.slice(name.indexOf(":") + 1);
const withLocalNames = (attributes: Attributes): Attributes =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [localName(name), value]));
