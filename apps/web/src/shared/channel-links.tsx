import { useRouter } from '@tanstack/react-router';
import type { ComponentProps, ComponentPropsWithRef, MouseEvent } from 'react';
import { useChannel, useConfiguration } from './configuration.tsx';

/**
 * A link to an address of the channel's configuration. A path is a page of our own and opens within the app, because a full
 * load would end uploads; any other address opens in a tab of its own, for the same reason.
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

/** Pages of this server that stand where a retailer has not configured its own: nothing can be ordered there. */
const OWN_PAGES = '/help/';

/**
 * Where the customer can order something, also without photos: the brand's products, else the print editor or the demo shop;
 * null where there is none of these.
 */
export function useShopUrl(): string | null {
  const { productsUrl } = useChannel();
  const { editorUrl } = useConfiguration();
  return productsUrl.startsWith(OWN_PAGES) ? editorUrl : productsUrl;
}

/** A link to what is sold: the retailer's page, else our own, which anybody may see, also signed out. */
export function ProductsLink(props: Omit<ComponentPropsWithRef<'a'>, 'href'>) {
  return <ChannelLink {...props} href={useChannel().productsUrl} />;
}

/** A link to the shop; only its text where there is none. */
export function ShopLink(props: Omit<ComponentPropsWithRef<'a'>, 'href'>) {
  const url = useShopUrl();
  if (url === null) return props.children;
  return <ChannelLink {...props} href={url} />;
}
