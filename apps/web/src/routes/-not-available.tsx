import { Button } from '@mantine/core';
import { Link, type LinkProps, useMatches } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#/shared/ui/empty-state.tsx';
import { Page } from '#/shared/ui/page.tsx';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Text keys of what is said in place of a page that this account does not have, and where that leads. */
    instead?: { text: string; label: string; to: LinkProps['to'] };
  }
}

/** In place of a page that this account does not have [B2B-07]: says so, and leads to what comes closest. */
export default function NotAvailable() {
  const { t } = useTranslation();
  const { instead, heading } = useMatches({
    select: (matches) => ({
      instead: matches.findLast(({ staticData }) => staticData.instead)?.staticData.instead,
      heading: matches.at(-1)?.staticData.heading?.text,
    }),
    structuralSharing: true,
  });
  const { text, label, to } = instead ?? {
    text: 'errors.notAvailable',
    label: 'errors.toHome',
    to: '/',
  };
  return (
    <Page title={t(heading ?? 'errors.notAvailableTitle')}>
      <EmptyState action={<Button renderRoot={(props) => <Link to={to} {...props} />}>{t(label)}</Button>}>
        {t(text)}
      </EmptyState>
    </Page>
  );
}
