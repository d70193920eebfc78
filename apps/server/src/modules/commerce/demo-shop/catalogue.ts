import { type DemoProduct, PRINT_PRODUCT } from '@keepsake/contracts';

type Article = { code: string; width: number; height: number; prices: Record<string, number> };

/** Photo prints of the usual sizes, with prices in minor units that are invented and cost nobody anything. */
const ARTICLES: readonly Article[] = [
  { code: PRINT_PRODUCT, width: 150, height: 100, prices: { GBP: 19, EUR: 22, SEK: 250 } },
  { code: 'PAP_913', width: 180, height: 130, prices: { GBP: 35, EUR: 39, SEK: 450 } },
  { code: 'PAP_920', width: 300, height: 200, prices: { GBP: 149, EUR: 169, SEK: 1_900 } },
  { code: 'PAP_945', width: 450, height: 300, prices: { GBP: 499, EUR: 549, SEK: 5_900 } },
];

/** What is sold in a currency. */
export function listProducts(currency: string): DemoProduct[] {
  return ARTICLES.flatMap(({ prices, ...article }) => {
    const price = prices[currency];
    return price === undefined ? [] : [{ ...article, price }];
  });
}
