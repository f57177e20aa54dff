-- A foreign key is checked row by row. The trigger that carries balances joins all rows of a statement with
-- the accounts anyway, so it vouches for them at a fraction of the cost; accounts are never removed.
create or replace function carry_balances() returns trigger language plpgsql as $$
begin
  if exists (
    select from posted
    left join accounts d on d.id = posted.debit
    left join accounts c on c.id = posted.credit
    where (d.merchant, d.currency) = (c.merchant, c.currency) is not true
  ) then
    raise exception 'a posting must stay within one merchant and currency';
  end if;
  update accounts set balance = balance + moved.amount
  from (
    select account, sum(amount) as amount
    from (select credit as account, amount from posted union all select debit, -amount from posted) as sides
    group by account
  ) as moved
  where id = moved.account;
  return null;
end $$;

alter table postings
  drop constraint postings_debit_fkey,
  drop constraint postings_credit_fkey;

create function refuse_removal() returns trigger language plpgsql as $$
begin
  raise exception '% is never removed from', tg_table_name;
end $$;

create trigger accounts_stay before delete or truncate on accounts
  for each statement execute function refuse_removal();

-- Withdrawals have no payment page.
alter table orders drop constraint orders_pay_token_key;
create unique index orders_by_pay_token on orders (pay_token) where pay_token is not null;
