import type { Queryable } from '../../../platform/database/database.ts';
import type { Module } from '../../../platform/module.ts';
import { mountFiles } from '../sent-files/index.ts';
import type { Deps } from './deps.ts';
import { findFile, PRODUCT_FILES } from './documents.ts';
import { productRoutes } from './routes.ts';
import { removeFilesOf } from './store.ts';

export type OnlineProducts = Module & {
  /** Removes pictures and documents of a customer's online products, in the transaction that erases the customer. */
  eraseFiles(trx: Queryable, userId: string): Promise<void>;
};

/** Products that customers look at page by page: sent by shops, with a picture of each page and the pdf that was printed. */
export function createOnlineProducts(deps: Deps): OnlineProducts {
  return {
    routes: productRoutes(deps),
    mount: (app) =>
      mountFiles(app, deps, {
        area: PRODUCT_FILES,
        find: (userId, fileId) => findFile(deps.db, userId, fileId),
      }),
    eraseFiles: (trx, userId) => removeFilesOf(trx, { userId }, deps.clock()),
  };
}
