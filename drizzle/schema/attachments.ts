import { index, integer, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { bytea, environment } from "./columns";
import { transactions } from "./transactions";
import { users } from "./users";

/**
 * A file that a requester uploaded for those who approve. It never changes; one that no request has used is removed
 * after a week, and a used one cannot be.
 */
export const attachments = pgTable(
  "attachments",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    environment: environment("environment").notNull(),
    name: text("name").notNull(),
    mediaType: text("media_type").notNull(),
    size: integer("size").notNull(),
    /** Of the content, hexadecimal. The digest of a request holds it, too. */
    sha256: text("sha256").notNull(),
    content: bytea("content").notNull(),
    uploadedBy: uuid("uploaded_by")
      .notNull()
      .references(() => users.id),
    uploadedAt: timestamp("uploaded_at", { withTimezone: true }).notNull(),
  },
  (t) => [index("attachments_by_time").on(t.uploadedAt)],
);

/** The files of a request, in their order. One that is sent again has those of the first. */
export const withdrawalAttachments = pgTable(
  "withdrawal_attachments",
  {
    transactionRow: uuid("transaction_row")
      .notNull()
      .references(() => transactions.id),
    attachmentId: uuid("attachment_id")
      .notNull()
      .references(() => attachments.id),
    position: integer("position").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.transactionRow, t.position] }),
    index("withdrawal_attachments_by_attachment").on(t.attachmentId),
  ],
);
