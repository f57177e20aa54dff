import { OPTIONAL_FIELDS } from "./own-columns";
import { BATCH_FIELDS, type BatchField } from "./row";

/** Where another system's file has each field: in a column, counted from 0, or always this text. */
export type ColumnMapping = Partial<Record<BatchField, { column: number } | { text: string }>>;

/** The fields that a mapping leaves without a value. */
export const unmappedFields = (mapping: ColumnMapping): BatchField[] =>
  BATCH_FIELDS.filter((field) => mapping[field] === undefined && !OPTIONAL_FIELDS.has(field));
