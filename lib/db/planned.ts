import "server-only";
import type { Db } from "./connection";

/** A statement that every page asks: written once for a database, and planned once by each of its connections. */
export function planned<Statement>(prepare: (db: Db) => Statement): (db: Db) => Statement {
  const known = new WeakMap<Db, Statement>();
  return (db) => {
    const statement = known.get(db) ?? prepare(db);
    known.set(db, statement);
    return statement;
  };
}
