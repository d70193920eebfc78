import { type LinkProps, Navigate, useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { closeToast, showToast } from '#/shared/ui/toasts.tsx';

type Words = { text: string; label: string; to: LinkProps['to'] };

/**
 * What is said of the pages below a part of an address, and where that leads. Not with the routes, which are in the first scripts.
 */
const INSTEAD: Readonly<Record<string, Words>> = {
  invoices: { text: 'invoices.instead', label: 'orders.back', to: '/orders' },
  integration: { text: 'integration.instead', label: 'orders.back', to: '/orders' },
  b2b: { text: 'business.instead', label: 'shell.settings', to: '/settings' },
  'order-prints': { text: 'orderPrints.instead', label: 'home.allPhotos', to: '/my-photos/photos' },
  exports: { text: 'export.instead', label: 'home.allPhotos', to: '/my-photos/photos' },
};

/**
 * In place of a page that this account does not have: redirects to the root, and says why until that is closed, with the way to
 * what comes closest [B2B-07].
 */
export default function NotAvailable() {
  const { t } = useTranslation();
  const router = useRouter();
  const pathname = useLocation({ select: (location) => location.pathname });
  const say = useEffectEvent(() => {
    const [words] = pathname.split('/').flatMap((part) => INSTEAD[part] ?? []);
    const goInstead = (to: LinkProps['to']) => {
      closeToast(toast);
      void router.navigate({ to });
    };
    const toast = showToast({
      message: t(words?.text ?? 'errors.notAvailable'),
      durationMs: Number.POSITIVE_INFINITY,
      ...(words && { action: { label: t(words.label), run: () => goInstead(words.to) } }),
    });
  });
  useEffect(() => say(), []);
  return <Navigate to="/" replace />;
}
