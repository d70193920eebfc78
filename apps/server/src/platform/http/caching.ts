import { DAY_SECONDS, HOUR_SECONDS, YEAR_SECONDS } from '@keepsake/contracts/platform/limits';

/** Values of the header `cache-control`, by how long an answer stays true. */
export const CACHING = {
  /** At an address that names its content. */
  forever: `public, max-age=${YEAR_SECONDS}, immutable`,
  day: `public, max-age=${DAY_SECONDS}`,
  hour: `public, max-age=${HOUR_SECONDS}`,
  /** One customer's, at an address that is signed for about as long. */
  ownForADay: `private, max-age=${DAY_SECONDS}, immutable`,
  revalidated: 'no-cache',
} as const;
