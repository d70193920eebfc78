import {
  endOnlineProduct,
  getMapPdfs,
  getOnlineProducts,
  getProduct,
  getProductPdf,
  putProductFile,
  putProductPage,
  saveOnlineProduct,
} from '@keepsake/contracts/creations/online-products';
import { type Route, route } from '../../../platform/http/route.ts';
import type { Module } from '../../../platform/module.ts';
import { mountFiles, sentContentOf } from '../../exchange/sent-files/index.ts';
import type { Deps } from './deps.ts';
import { findFile, PRODUCT_FILES, sendPdf } from './documents.ts';
import { onlineProductsData, TABLES } from './personal-data.ts';
import { listProducts, presentMaps, presentProduct } from './present-products.ts';
import { putDocument, putPage } from './product-files.ts';
import { endProduct, saveProduct } from './save-product.ts';

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

/** Shops send products and their files; customers look at theirs. */
function productRoutes(deps: Deps): Route[] {
  return [
    route(saveOnlineProduct, ({ service, params, body: product }) =>
      saveProduct(deps, { service, ...params, product }),
    ),
    route(putProductPage, ({ service, params, query, request }) =>
      putPage(deps, { service, ...params, ...query, ...sentContentOf(request) }),
    ),
    route(putProductFile, ({ service, params, query, request }) =>
      putDocument(deps, { service, ...params, ...query, ...sentContentOf(request) }),
    ),
    route(endOnlineProduct, ({ service, params, query }) =>
      endProduct(deps, { service, ...params, ...query }),
    ),
    route(getOnlineProducts, ({ customer: { customerId }, query }) =>
      listProducts(deps, { customerId, ...query }),
    ),
    route(getProduct, ({ customer: { customerId }, params: { productCode: code }, query }) =>
      presentProduct(deps, { customerId, code }, { hasUrls: query.extendResponseWithUrls }),
    ),
    route(
      getProductPdf,
      async ({ customer: { customerId }, params: { productCode: code }, request, reply }) => {
        await sendPdf(deps, { customerId, code }, { request, reply });
      },
    ),
    route(getMapPdfs, ({ customer: { customerId } }) => presentMaps(deps, customerId)),
  ];
}
