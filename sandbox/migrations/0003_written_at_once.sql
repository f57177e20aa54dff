-- Foreign keys are checked row by row. This trigger joins a statement's postings with their accounts anyway, so it
-- vouches for their orders too, and for more: an order's money moves only within its own merchant and currency.
-- A batch of orders locks the accounts it moves money between only here, behind all else that it writes. Whoever
-- locks several does so by id, as lockBooks does: else two could wait for each other.
create or replace function carry_balances() returns trigger language plpgsql as $$
begin
  if exists (
    select from posted
    left join accounts d on d.id = posted.debit
    left join accounts c on c.id = posted.credit
    -- The limit has each order looked up by its id, however few there were when this was planned.
    left join lateral (
      select o.merchant, o.currency from orders o where o.transaction_id = posted.transaction_id limit 1
    ) as o on true
    where (d.merchant, d.currency) = (c.merchant, c.currency) is not true
       or posted.reason <> 'OPENING' and (d.merchant, d.currency) = (o.merchant, o.currency) is not true
  ) then
    raise exception 'a posting must stay within its order''s merchant and currency';
  end if;
  with moved as (
    select account, sum(amount) as amount
    from (select credit as account, amount from posted union all select debit, -amount from posted) as sides
    group by account
  ), locked as (
    select id from accounts where id in (select account from moved) order by id for no key update
  )
  update accounts set balance = balance + moved.amount
  from moved join locked on locked.id = moved.account
  where accounts.id = moved.account;
  return null;
end $$;

alter table postings drop constraint postings_transaction_id_fkey;
alter table orders drop constraint orders_merchant_fkey;

create trigger orders_stay before delete or truncate on orders
  for each statement execute function refuse_removal();
create trigger orders_stay_whose_they_are before update of transaction_id, merchant, currency on orders
  for each statement execute function refuse_change();

-- What is newest is added at an index's right edge, where it is cheap, and is read from there backwards.
drop index orders_by_time;
create index orders_by_time on orders (created_at);
drop index nonces_by_time;
create index nonces_by_time on nonces using brin (seen_at);
