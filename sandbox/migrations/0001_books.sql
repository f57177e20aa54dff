-- One row for each merchant of the configuration, for what is changed while the sandbox runs.
create table merchants (
  number integer primary key,
  changes jsonb not null default '{}'
);

create table orders (
  transaction_id uuid primary key,
  provider_order_id text not null,
  merchant integer not null references merchants,
  reference_id text not null,
  -- 0, or counted up where the merchant is set up to get a second order for a repeated reference.
  repeat integer not null default 0,
  type text not null check (type in ('DEPOSIT', 'WITHDRAW')),
  status text not null check (status in ('SUCCESS', 'PENDING', 'COMPLETED', 'FAILED', 'CANCELLED', 'RESOLVED')),
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
  settle_at timestamptz,
  settle_as text,
  unique (merchant, reference_id, repeat)
);
create index orders_to_settle on orders (settle_at) where settle_at is not null;
create index orders_by_time on orders (created_at desc);

-- Four accounts for each merchant and currency. A balance is what was credited less what was debited;
-- money from and to the payment network makes that one account negative, and no other may be.
create table accounts (
  id integer generated always as identity primary key,
  merchant integer not null references merchants,
  currency text not null,
  kind text not null check (kind in ('available', 'held', 'fees', 'network')),
  balance numeric not null default 0,
  unique (merchant, currency, kind),
  constraint never_negative check (kind = 'network' or balance >= 0)
) with (fillfactor = 50);

-- Double entry: each posting names the account it debits and the one it credits, so the books always balance.
create table postings (
  id bigint generated always as identity primary key,
  transaction_id uuid references orders,
  reason text not null check (reason in ('OPENING', 'HOLD', 'RELEASE', 'CAPTURE', 'CREDIT', 'FEE')),
  debit integer not null references accounts,
  credit integer not null references accounts check (credit <> debit),
  amount numeric not null check (amount > 0),
  posted_at timestamptz not null default now(),
  -- What may happen to an order's money happens once.
  unique (transaction_id, reason)
);
create unique index one_opening on postings (credit) where reason = 'OPENING';

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is written once and never changed', tg_table_name;
end $$;

create trigger postings_stay before update or delete or truncate on postings
  for each statement execute function refuse_change();

-- The only writer of balances: they are the sum of the postings by construction.
create function carry_balances() returns trigger language plpgsql as $$
begin
  if exists (
    select from posted join accounts d on d.id = posted.debit join accounts c on c.id = posted.credit
    where (d.merchant, d.currency) <> (c.merchant, c.currency)
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

create trigger postings_carry after insert on postings
  referencing new table as posted for each statement execute function carry_balances();

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
  status text not null check (status in ('PENDING', 'REGISTERED', 'FAILED', 'EXPIRED')),
  callback_url text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  settle_at timestamptz,
  settle_as text
);
create index kyc_by_player on kyc_registrations (merchant, player_id, id desc);
create index kyc_to_settle on kyc_registrations (settle_at) where settle_at is not null;

-- Written in the transaction that makes the news; sent afterwards.
create table callbacks (
  id bigint generated always as identity primary key,
  merchant integer not null references merchants,
  transaction_id uuid references orders,
  registration_id bigint references kyc_registrations,
  url text not null,
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
  started_at timestamptz not null,
  took_ms integer,
  status integer,
  answer text,
  problem text,
  acknowledged boolean,
  primary key (callback_id, number)
);
