-- One row for each configured merchant. Who moves its money or creates an order locks this row first.
create table merchants (
  number integer primary key,
  -- The settings that the operator has changed while the sandbox was running.
  changes jsonb not null default '{}'
);

create table orders (
  id bigint generated always as identity primary key,
  transaction_id uuid not null unique default gen_random_uuid(),
  provider_order_id text not null,
  merchant integer not null references merchants,
  reference_id text not null,
  -- Above 0 where the merchant is configured to get a second order for a repeated reference.
  repeat integer not null default 0,
  type text not null check (type in ('DEPOSIT', 'WITHDRAW')),
  status text not null default 'SUCCESS'
    check (status in ('SUCCESS', 'PENDING', 'COMPLETED', 'FAILED', 'CANCELLED', 'RESOLVED')),
  currency text not null,
  amount numeric not null check (amount > 0),
  fee numeric not null check (fee >= 0),
  net_amount numeric not null check (net_amount > 0),
  method text not null,
  player_id text not null,
  callback_url text not null,
  parties jsonb not null,
  pay_token text unique,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  result_at timestamptz,
  result_status text,
  unique (merchant, reference_id, repeat)
);
create index orders_result_due on orders (result_at) where result_at is not null;

-- Four accounts for each merchant and currency. A balance is what was credited less what was debited.
-- Only `network`, the account for money outside the service, may be negative.
create table accounts (
  id integer generated always as identity primary key,
  merchant integer not null references merchants,
  currency text not null,
  kind text not null check (kind in ('available', 'held', 'fees', 'network')),
  balance numeric not null default 0,
  unique (merchant, currency, kind),
  constraint never_negative check (kind = 'network' or balance >= 0)
);

-- Double entry: each posting names the account it debits and the one it credits, so the books always balance.
create table postings (
  id bigint generated always as identity primary key,
  transaction_id uuid references orders (transaction_id),
  reason text not null check (reason in ('OPENING', 'HOLD', 'RELEASE', 'CAPTURE', 'CREDIT', 'FEE')),
  debit integer not null references accounts,
  credit integer not null references accounts check (credit <> debit),
  amount numeric not null check (amount > 0),
  posted_at timestamptz not null default now(),
  -- Prevents double postings: an order's money is held, released, paid and charged once.
  unique (transaction_id, reason)
);
create unique index one_opening on postings (credit) where reason = 'OPENING';

create table nonces (
  merchant integer not null references merchants,
  nonce text not null,
  seen_at timestamptz not null default now(),
  primary key (merchant, nonce)
);
create index nonces_by_time on nonces (seen_at);

create table kyc_registrations (
  id bigint generated always as identity primary key,
  merchant integer not null references merchants,
  player_id text not null,
  gateway text not null,
  user_name text not null,
  currency text not null,
  status text not null default 'PENDING' check (status in ('PENDING', 'REGISTERED', 'FAILED', 'EXPIRED')),
  callback_url text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  result_at timestamptz,
  result_status text
);
create index kyc_by_player on kyc_registrations (merchant, player_id, id desc);
create index kyc_result_due on kyc_registrations (result_at) where result_at is not null;

-- Written in the transaction that changes the order or registration, and sent after its commit.
create table callbacks (
  id bigint generated always as identity primary key,
  merchant integer not null references merchants,
  transaction_id uuid references orders (transaction_id),
  registration_id bigint references kyc_registrations,
  url text not null,
  -- Host and port of the URL: each host has a limit of concurrent callbacks.
  host text not null,
  body text not null,
  signature text,
  created_at timestamptz not null,
  attempts integer not null default 0,
  acknowledged_at timestamptz,
  next_attempt_at timestamptz
);
create index callbacks_due on callbacks (next_attempt_at) where next_attempt_at is not null;

create table callback_attempts (
  callback_id bigint not null references callbacks,
  number integer not null,
  started_at timestamptz not null default now(),
  took_ms integer,
  status integer,
  answer text,
  problem text,
  acknowledged boolean,
  primary key (callback_id, number)
);

-- The only writer of balances: each is the sum of its account's postings. Once for all postings of a statement:
-- thousands of them would otherwise each write two new versions of a balance.
create function carry_balances() returns trigger language plpgsql as $$
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

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is written once and never changed', tg_table_name;
end $$;

create function refuse_removal() returns trigger language plpgsql as $$
begin
  raise exception '% is never removed from', tg_table_name;
end $$;

create trigger postings_stay before update or delete or truncate on postings
  for each statement execute function refuse_change();
create trigger orders_identity_stays before update of transaction_id, merchant, currency on orders
  for each statement execute function refuse_change();
create trigger accounts_stay before delete or truncate on accounts
  for each statement execute function refuse_removal();
create trigger orders_stay before delete or truncate on orders
  for each statement execute function refuse_removal();

-- One row where the orders up to a moment were made up, to have something to look at.
create table demo_history (
  id integer primary key default 1 check (id = 1),
  until timestamptz not null,
  app_url text not null
);
