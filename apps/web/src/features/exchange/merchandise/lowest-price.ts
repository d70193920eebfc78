import type { MerchandiseArticle } from '@keepsake/contracts/exchange/merchandise';

/** The price with the cheapest option of each group, and whether any option costs more. */
export function lowestPriceOf({ Price, Pages, Sizes, Papers, Frames, Covers }: MerchandiseArticle) {
  const surcharges = [Sizes, Papers, Frames, Covers]
    .filter((options) => options.length > 0)
    .map((options) => options.map(({ Surcharge }) => Surcharge));
  const least = surcharges.reduce((sum, group) => sum + Math.min(...group), 0);
  const isVaried = surcharges.some((group) => Math.max(...group) > Math.min(...group));
  return { lowest: Price + least, isLowest: isVaried || (Pages?.PricePerExtra ?? 0) > 0 };
}
