import type { Config } from '../config/config.ts';
import { createOrderLists } from '../modules/business/order-lists/index.ts';
import type { Platform } from '../platform/platform.ts';
import type { ExchangeWing } from './exchange.ts';

/** What only business customers have: orders from lists. */
export function createBusinessWing(config: Config, platform: Platform, { merchandise }: ExchangeWing) {
  const { articlesOf } = merchandise;
  return { modules: [createOrderLists({ ...platform, articlesOf, ftpHost: config.ftpHost })] };
}
