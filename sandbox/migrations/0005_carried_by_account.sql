-- As before, in fewer and plainer statements: what is moved is added up by account, with whose the orders are, and each
-- account is found by its id and by whose it must be. Both accounts of a posting must be of its order's merchant and
-- currency, and so are each other's. An opening has no order, and is of whoever has the account that it debits.
-- Accounts are locked in the order of their ids, as by lockBooks.
create or replace function carry_balances() returns trigger language plpgsql as $$
declare
  moved record;
begin
  for moved in
    select side.account, pair.merchant, pair.currency, sum(side.amount) as amount
    from (
      select debit, credit, whose.merchant, whose.currency, sum(posted.amount) as amount
      from posted
      -- The limit has each looked up by its id, however few there were when this was planned.
      left join lateral (
        select merchant, currency from orders where orders.transaction_id = posted.transaction_id
        union all
        select merchant, currency from accounts where accounts.id = posted.debit and posted.transaction_id is null
          and posted.reason = 'OPENING'
        limit 1
      ) as whose on true
      group by debit, credit, whose.merchant, whose.currency
    ) as pair
    cross join lateral (values (credit, pair.amount), (debit, -pair.amount)) as side (account, amount)
    group by side.account, pair.merchant, pair.currency
    order by side.account
  loop
    update accounts set balance = balance + moved.amount
    where (id, merchant, currency) = (moved.account, moved.merchant, moved.currency);
    if not found then
      raise exception 'a posting must stay within its order''s merchant and currency';
    end if;
  end loop;
  return null;
end $$;
