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
