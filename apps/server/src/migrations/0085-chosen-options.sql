-- What was chosen of what the demo shop sells: {options, pages}.
alter table demo_shop_orders add column chosen jsonb not null default '{}';
