import type { Module } from '../../../platform/module.ts';
import { mountFiles } from '../../exchange/sent-files/index.ts';
import type { Deps } from './deps.ts';
import { findFile, PRODUCT_FILES } from './documents.ts';
import { onlineProductsData, TABLES } from './personal-data.ts';
import { productRoutes } from './routes.ts';

export { PRODUCT_FILES } from './documents.ts';
export { isOnlineProductSql, readPageFiles, readPictures } from './read-products.ts';
export { findPagePicture } from './store.ts';

/** Products that customers look at page by page: sent by shops, with a picture of each page and the printed pdf. */
export function createOnlineProducts(deps: Deps): Module {
  return {
    routes: productRoutes(deps),
    mount: (app) =>
      mountFiles(app, deps, {
        area: PRODUCT_FILES,
        find: (customerId, fileId) => findFile(deps.db, customerId, fileId),
      }),
    tables: TABLES,
    personalData: onlineProductsData(deps),
  };
}
