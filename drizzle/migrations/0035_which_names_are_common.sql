-- What the planner knows of an index of some rows only it does not use. With this it knows the pairs of letters that very
-- many bodies hold, and those that few do.
CREATE STATISTICS deliveries_pairs_known ON (wide_pairs(body_wide_text(body))) FROM deliveries;
