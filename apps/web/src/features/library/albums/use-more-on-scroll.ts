import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/** How far below the window the next page is asked for, so that nobody sees the end. */
const AHEAD = '800px';

type Pages = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };

/** A mark for the end of a list: further pages load as it comes near [ALB-10]. Put the reference on an element there. */
export function useMoreOnScroll<Mark extends HTMLElement>({
  hasNextPage,
  isFetchingNextPage,
  fetchNextPage,
}: Pages): RefObject<Mark | null> {
  const end = useRef<Mark>(null);
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
