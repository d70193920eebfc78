import type { WholeProduct } from '@keepsake/contracts/creations/online-products';
import { findOpening, type Opening, planOpenings } from '@keepsake/contracts/creations/openings';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useDebouncedAddress } from '#/features/library/stage/index.ts';
import { useMedia } from '#/shared/layout.ts';

/** Room for two facing pages, which includes phones in landscape. */
const WIDE = '(min-width: 768px), (orientation: landscape) and (min-width: 560px)';

export type ShownOpening = {
  openings: readonly Opening[];
  at: number;
  show: (at: number) => void;
};

/**
 * The current opening. It changes immediately and the address follows, so that a reload and a shared link lead to the same
 * page. When the window becomes narrow, the left one of two pages remains.
 */
export function useOpening(product: WholeProduct, requested: string | undefined): ShownOpening {
  const isWide = useMedia(WIDE);
  const navigate = useNavigate();
  const openings = useMemo(() => planOpenings(product, isWide), [product, isWide]);
  const { shown, show } = useDebouncedAddress(requested, (name) => {
    const page = name === undefined ? undefined : Number(name) || name;
    void navigate({ to: '.', search: { page }, replace: true, resetScroll: false });
  });
  return {
    openings,
    at: findOpening(openings, shown),
    // The first one needs no name, because an address without one shows it.
    show: (at) => show(at === 0 ? undefined : openings[at]?.name),
  };
}
