-- What a reader may see of a body who may not see names and accounts: the values of these fields, and nothing of a body
-- that cannot be read. Asked only of rows that deliveries_words has found.
CREATE FUNCTION body_words_of(body bytea, fields text[]) RETURNS tsvector LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
  shown text;
BEGIN
  SELECT string_agg(value, ' ') INTO shown
    FROM jsonb_each_text(convert_from(body, 'UTF8')::jsonb) WHERE key = ANY (fields);
  RETURN to_tsvector('simple'::regconfig, regexp_replace(lower(coalesce(shown, '')), '[^a-z0-9]+', ' ', 'g'));
EXCEPTION WHEN OTHERS THEN
  RETURN ''::tsvector;
END $$;
