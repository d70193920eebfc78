import { useRouter } from '@tanstack/react-router';
import type { ComponentProps, MouseEvent } from 'react';

/**
 * A link to an address of the channel's configuration. A path is a page of our own and opens within the app, because a full
 * load would end uploads; any other address opens in a tab of its own, for the same reason.
 */
export function ChannelLink({ href, ...link }: ComponentProps<'a'> & { href: string }) {
  const router = useRouter({ warn: false });
  if (!href.startsWith('/')) return <a {...link} href={href} target="_blank" rel="noopener" />;
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    const isForBrowser =
      event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
    if (!router || isForBrowser) return;
    event.preventDefault();
    router.history.push(href);
  }
  return <a {...link} href={href} onClick={follow} />;
}
