-- Who notifies in a transaction waits for all others that do, at its commit. Deliveries come by the thousand: whoever
-- keeps them says so afterwards, once for many.
DROP TRIGGER told_of_new ON deliveries;
