/** Who freezes payouts after a change of the database, in the audit log. */
export const DATABASE_CHECK = "database check";
