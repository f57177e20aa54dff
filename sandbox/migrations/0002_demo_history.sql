-- One row where the orders up to a moment were made up, to have something to look at.
create table demo_history (
  id integer primary key default 1 check (id = 1),
  until timestamptz not null,
  app_url text not null
);

-- Once for all postings of a statement: thousands of them would otherwise each write two new versions of a balance.
drop trigger postings_carry on postings;

create or replace function carry_balances() returns trigger language plpgsql as $$
begin
  if exists (
    select from posted p
    left join accounts d on d.id = p.debit
    left join accounts c on c.id = p.credit
    left join orders o on o.transaction_id = p.transaction_id
    where (d.merchant, d.currency) is distinct from (c.merchant, c.currency)
      or (p.reason <> 'OPENING' and (o.merchant, o.currency) is distinct from (d.merchant, d.currency))
  ) then
    raise exception 'a posting must stay within its order''s merchant and currency';
  end if;
  update accounts a set balance = a.balance + moved.amount
  from (
    select account, sum(amount) as amount
    from (select credit as account, amount from posted union all select debit, -amount from posted) sides
    group by account
  ) moved
  where a.id = moved.account;
  return null;
end $$;

create trigger postings_carry after insert on postings referencing new table as posted
  for each statement execute function carry_balances();
