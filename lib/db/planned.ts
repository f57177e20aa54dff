import "server-only";
import type { Db } from "./connection";

/** A statement used by every page: built once per database, planned once per connection. */
export function planned<Statement>(prepare: (db: Db) => Statement): (db: Db) => Statement {
  const known = new WeakMap<Db, Statement>();
  return (db) => {
    const statement = known.get(db) ?? prepare(db);
    known.set(db, statement);
    return statement;
  };
}
