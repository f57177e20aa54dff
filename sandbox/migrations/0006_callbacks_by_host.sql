-- Each host has its share of the callbacks that are under way.
alter table callbacks add column host text not null
  generated always as (lower(coalesce(substring(url from '://(?:[^/?#]*@)?([^/?#]*)'), ''))) stored;
