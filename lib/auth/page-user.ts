/** The header by which a page names the user for whom it was drawn, with each request. */
export const PAGE_USER = "x-page-user";
