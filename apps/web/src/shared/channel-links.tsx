import { useRouter } from '@tanstack/react-router';
import type { ComponentProps, ComponentPropsWithRef, MouseEvent } from 'react';
import { useChannel, useConfiguration } from './configuration.tsx';
import { useIsBlocked } from './customer-query.ts';

/**
 * A link to an address from the channel's configuration. A path is one of our own pages and opens within the app, because a
 * full page load would end uploads; for the same reason any other address opens in a new tab.
 */
export function ChannelLink({ href, ...link }: ComponentProps<'a'> & { href: string }) {
  const router = useRouter({ warn: false });
  if (!href.startsWith('/')) return <a {...link} href={href} target="_blank" rel="noopener" />;
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    link.onClick?.(event);
    const isForBrowser =
      event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
    if (!router || isForBrowser) return;
    event.preventDefault();
    router.history.push(href);
  }
  return <a {...link} href={href} onClick={follow} />;
}

/** Placeholder pages on this server for what a retailer has not configured; nothing can be ordered there. */
const OWN_PAGES = '/help/';

/**
 * Where the customer can order, even without photos: the brand's products page, else the print editor or the demo shop; null if
 * there is none of them, and for a customer who is blocked.
 */
export function useShopUrl(): string | null {
  const isBlocked = useIsBlocked();
  const { productsUrl } = useChannel();
  const { editorUrl } = useConfiguration();
  if (isBlocked) return null;
  return productsUrl.startsWith(OWN_PAGES) ? editorUrl : productsUrl;
}

/** A link to the range of products: the retailer's page, or else our own, which does not require a sign-in. */
export function ProductsLink(props: Omit<ComponentPropsWithRef<'a'>, 'href'>) {
  return <ChannelLink {...props} href={useChannel().productsUrl} />;
}

/** A link to the shop; renders only its text if there is none. */
export function ShopLink(props: Omit<ComponentPropsWithRef<'a'>, 'href'>) {
  const url = useShopUrl();
  if (url === null) return props.children;
  return <ChannelLink {...props} href={url} />;
}
