CREATE TYPE "public"."party" AS ENUM('recipient', 'payer', 'player');--> statement-breakpoint
CREATE TABLE "parties" (
	"subject" uuid PRIMARY KEY NOT NULL,
	"environment" "environment" NOT NULL,
	"party" "party" NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"name_key" text,
	"account" text,
	"account_reversed" text,
	CONSTRAINT "parties_are_known_by_something" CHECK ("parties"."name_key" is not null or "parties"."account" is not null)
);
--> statement-breakpoint
CREATE TABLE "party_names" (
	"environment" "environment" NOT NULL,
	"name_key" text NOT NULL,
	"words" text NOT NULL,
	"near" text[] NOT NULL,
	CONSTRAINT "party_names_environment_name_key_words_pk" PRIMARY KEY("environment","name_key","words")
);
--> statement-breakpoint
CREATE INDEX "parties_by_name" ON "parties" USING btree ("environment","name_key" text_pattern_ops,"at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "parties_by_account" ON "parties" USING btree ("environment","account" text_pattern_ops,"at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "parties_by_last_digits" ON "parties" USING btree ("environment","account_reversed" text_pattern_ops,"at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "party_names_near" ON "party_names" USING gin ("near") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "transactions_reference_prefix" ON "transactions" USING btree ("environment","reference_id" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "transactions_transaction_prefix" ON "transactions" USING btree ("environment","transaction_id" text_pattern_ops) WHERE "transactions"."transaction_id" is not null;
--> statement-breakpoint
-- Names as they are searched for, folded as lib/japan/name-key.ts folds what somebody types.
CREATE FUNCTION name_key(name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT regexp_replace(
    translate(
      regexp_replace(
        translate(
          normalize(translate(name, E'\u309b\u309c', E'\u3099\u309a'), NFKC),
          'abcdefghijklmnopqrstuvwxyzぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖ',
          'ABCDEFGHIJKLMNOPQRSTUVWXYZァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶ'
        ),
        '[\u0020-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u2212\u2500-\u257f\u3000-\u303f\u3099-\u309c\u30a0\u30fb\u30fc\ufeff]',
        '', 'g'
      ),
      'ァィゥェォッャュョヮヵヶヅヂヲ',
      'アイウエオツヤユヨワカケズジオ'
    ),
    '([オコソトノホモヨロゴゾドボポ])[ウオ]+|([ウクスツヌフムユルグズブプ])ウ+', '\1\2', 'g'
  )
$$;
--> statement-breakpoint
CREATE FUNCTION name_words(name text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(name_key(word) ORDER BY at) FILTER (WHERE name_key(word) <> ''), '{}')
    FROM regexp_split_to_table(normalize(translate(name, E'\u309b\u309c', E'\u3099\u309a'), NFKC), '\s+') WITH ORDINALITY AS words (word, at)
$$;
--> statement-breakpoint
-- Without voice marks, whole and with each of its letters left out: what is near has one of these in common.
CREATE FUNCTION name_around(key text) RETURNS SETOF text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  WITH spoken AS (SELECT translate(key, 'ガギグゲゴザジズゼゾダデドバビブベボパピプペポヴ', 'カキクケコサシスセソタテトハヒフヘホハヒフヘホウ') AS plain)
  SELECT plain FROM spoken WHERE length(plain) >= 3
  UNION ALL
  SELECT overlay(plain PLACING '' FROM at FOR 1) FROM spoken, generate_series(1, length(plain)) at WHERE length(plain) > 3
$$;
--> statement-breakpoint
CREATE FUNCTION name_near(name text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT near), '{}')
    FROM unnest(name_key(name) || name_words(name)) AS words (word), name_around(word) near
$$;
--> statement-breakpoint
CREATE FUNCTION account_key(account text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT nullif(regexp_replace(normalize(account, NFKC), '[\s-]', '', 'g'), '')
$$;
--> statement-breakpoint
-- Everybody who is named anywhere, to be found from the moment at which they are.
CREATE FUNCTION name_party(subject uuid, environment environment, party party, at timestamptz, name text, account text)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  key text := nullif(name_key(name), '');
  digits text := account_key(account);
BEGIN
  IF key IS NULL AND digits IS NULL THEN RETURN; END IF;
  IF key IS NOT NULL THEN
    INSERT INTO party_names VALUES (environment, key, array_to_string(name_words(name), ' '), name_near(name))
      ON CONFLICT DO NOTHING;
  END IF;
  INSERT INTO parties VALUES (subject, environment, party, at, key, digits, reverse(digits));
END $$;
--> statement-breakpoint
CREATE FUNCTION name_recipient() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM name_party(t.id, t.environment, 'recipient', t.created_at, NEW.destination_account_name, NEW.destination_account)
    FROM transactions t WHERE t.id = NEW.transaction_row;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER named AFTER INSERT ON withdrawals FOR EACH ROW EXECUTE FUNCTION name_recipient();
--> statement-breakpoint
CREATE FUNCTION name_payer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM name_party(t.id, t.environment, 'payer', t.created_at, NEW.payer_account_name, NEW.payer_account)
    FROM transactions t WHERE t.id = NEW.transaction_row;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER named AFTER INSERT ON deposits FOR EACH ROW EXECUTE FUNCTION name_payer();
--> statement-breakpoint
CREATE FUNCTION name_player() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM name_party(NEW.id, NEW.environment, 'player', NEW.created_at, NEW.user_name, NULL);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER named AFTER INSERT ON registrations FOR EACH ROW EXECUTE FUNCTION name_player();
--> statement-breakpoint
-- Those who were named before; a name's neighbours are computed once, however often it was written.
CREATE FUNCTION name_all_parties() RETURNS void LANGUAGE sql AS $$
  WITH named AS (
    SELECT t.id AS subject, t.environment, 'recipient'::party AS party, t.created_at AS at,
        w.destination_account_name AS name, w.destination_account AS account
      FROM withdrawals w JOIN transactions t ON t.id = w.transaction_row
    UNION ALL
    SELECT t.id, t.environment, 'payer', t.created_at, d.payer_account_name, d.payer_account
      FROM deposits d JOIN transactions t ON t.id = d.transaction_row
    UNION ALL
    SELECT id, environment, 'player', created_at, user_name, NULL FROM registrations
  ), names AS (
    INSERT INTO party_names
      SELECT environment, name_key(name), array_to_string(name_words(name), ' '), name_near(name)
        FROM (SELECT DISTINCT environment, name FROM named WHERE name IS NOT NULL) written
        WHERE name_key(name) <> ''
      ON CONFLICT DO NOTHING
  )
  INSERT INTO parties
    SELECT subject, environment, party, at, nullif(name_key(name), ''), account_key(account), reverse(account_key(account))
      FROM named
      WHERE nullif(name_key(name), '') IS NOT NULL OR account_key(account) IS NOT NULL
    ON CONFLICT DO NOTHING
$$;
--> statement-breakpoint
SELECT name_all_parties();
