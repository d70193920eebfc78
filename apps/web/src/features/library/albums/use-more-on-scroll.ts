import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/** Distance below the window at which the next page loads, so that the end stays out of sight. */
const AHEAD = '800px';

type Pages = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };

/** Loads further pages as the end of a list comes near [ALB-10]. Returns the ref for an element at the end. */
export function useMoreOnScroll<End extends HTMLElement>({
  hasNextPage,
  isFetchingNextPage,
  fetchNextPage,
}: Pages): RefObject<End | null> {
  const end = useRef<End>(null);
  const more = useEffectEvent(() => void fetchNextPage());
  const isWaiting = hasNextPage && !isFetchingNextPage;
  useEffect(() => {
    if (!isWaiting || !end.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) more();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isWaiting]);
  return end;
}
