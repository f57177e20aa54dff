-- Names as they are searched for, folded as lib/japan/name-key.ts folds search input.
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
CREATE FUNCTION account_key(account text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT nullif(regexp_replace(normalize(account, NFKC), '[\s-]', '', 'g'), '')
$$;
--> statement-breakpoint
-- Which server this is, and on which timeline it writes. With the rights of its owner, as the role of the application
-- may not read the control file; null where the owner may not either, or where a managed server has no such function.
CREATE FUNCTION database_identity(OUT system_identifier text, OUT timeline text, OUT at timestamptz)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  at := clock_timestamp();
  BEGIN
    SELECT c.system_identifier::text INTO database_identity.system_identifier FROM pg_control_system() c;
  EXCEPTION WHEN insufficient_privilege OR undefined_function OR feature_not_supported THEN
    system_identifier := NULL;
  END;
  BEGIN
    timeline := left(pg_walfile_name(pg_current_wal_insert_lsn()), 8);
  EXCEPTION WHEN insufficient_privilege OR undefined_function OR feature_not_supported
    OR object_not_in_prerequisite_state THEN
    timeline := NULL;
  END;
END
$$;
--> statement-breakpoint
-- The search of the log. Restricted, as a page is found in less time than a second process takes to start.
-- The words of a body in Latin letters; of an endless one the beginning.
CREATE FUNCTION body_words(body bytea) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL RESTRICTED COST 500 AS $$
  SELECT to_tsvector('simple'::regconfig, regexp_replace(
    CASE WHEN length(body) > 1000 THEN regexp_replace(lower(encode(body, 'escape')), '([a-z0-9]{100})[a-z0-9]+', '\1', 'g')
      ELSE lower(encode(body, 'escape')) END, '[^a-z0-9]+', ' ', 'g'))
$$;
--> statement-breakpoint
-- Names in bodies, which are not written in Latin letters and have no spaces between their words: each pair of adjacent
-- characters, and each single one. Almost no body has any, so that the cost is one pass over its bytes.
CREATE FUNCTION body_wide_text(body bytea) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL RESTRICTED COST 500 AS $$
DECLARE
  came text;
BEGIN
  -- Escaped, a byte above 127 is a backslash and three digits, and a backslash is two.
  IF encode(body, 'escape') !~ '\\[23\\]' THEN RETURN NULL; END IF;
  BEGIN
    came := convert_from(body, 'UTF8');
    -- JSON may write any letter as \uXXXX.
    IF position('\u' IN came) > 0 THEN came := came::jsonb::text; END IF;
    RETURN nullif(regexp_replace(lower(normalize(came, NFKC)), '[\x01-\x7f]+', ' ', 'g'), ' ');
  EXCEPTION WHEN OTHERS THEN
    RETURN NULL;
  END;
END $$;
--> statement-breakpoint
CREATE FUNCTION wide_pairs(came text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL RESTRICTED COST 500 AS $$
DECLARE
  pairs text[] := '{}';
  word text;
BEGIN
  FOREACH word IN ARRAY string_to_array(came, ' ') LOOP
    FOR at IN 1 .. length(word) LOOP
      pairs := pairs || substr(word, at, 1);
      IF at < length(word) THEN pairs := pairs || substr(word, at, 2); END IF;
    END LOOP;
  END LOOP;
  RETURN pairs;
END $$;
