-- What other modules read of needed dates: those of projects.
create view project_needed_dates as
select user_id, reference, needed_on, occasion, changed_at from needed_dates where kind = 'project';

-- What other modules read of online products, and of the pictures of their pages.
create view shown_products as
select user_id, id, code, order_code, channel, kind, title, product, pages from online_products;
create view shown_product_pages as
select user_id, product_id, id, place, width, height, thumbhash from online_product_files where purpose = 'page';
