import { MAILED_ACCOUNT, markOf } from '@keepsake/contracts/account/customers';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { hasCode } from './api/api-problem.ts';
import { customerQuery } from './customer-query.ts';
import { EmptyState } from './ui/empty-state.tsx';
import { Page } from './ui/page.tsx';
import classes from './ui/states.module.css';

/** Whether a mailed link was refused because it was sent for an account that is not the one signed in. */
export function isAnotherAccount(error: unknown): boolean {
  return hasCode(error, 'another-account');
}

/** Instead of the page of such a link, at `path`: it is used once its own account is signed in. Names nobody. */
export function AnotherAccountPage({ path }: { path: string }) {
  const { t } = useTranslation();
  return (
    <Page key="another" title={t('anotherAccount.title')} isCentred>
      <EmptyState
        action={
          <div className={classes.actions}>
            <Button size="md" renderRoot={(props) => <Link to="/logout" state={{ next: path }} {...props} />}>
              {t('anotherAccount.switch')}
            </Button>
            <Button size="md" variant="default" renderRoot={(props) => <Link to="/" {...props} />}>
              {t('errors.toHome')}
            </Button>
          </div>
        }
      >
        {t('anotherAccount.text')}
      </EmptyState>
    </Page>
  );
}

/** A page, unless its address is from a mail about another account. */
export default function OwnPage({ children }: { children: ReactNode }) {
  const href = useRouterState({
    select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).href,
  });
  const mark = new URLSearchParams(href.split('?')[1]).get(MAILED_ACCOUNT);
  const { data: customer, isPending } = useQuery(customerQuery);
  const isAnothers = mark !== null && customer !== undefined && mark !== markOf(customer.customerId);
  if (mark !== null && isPending) return null;
  return isAnothers ? <AnotherAccountPage path={href} /> : children;
}

/** Below what is not found at an address that mails name: it may be another account's. Says nothing of that one. */
export function MaybeAnotherAccount() {
  const { t } = useTranslation();
  const path = useLocation({ select: ({ href }) => href });
  return (
    <p className={classes.sentence}>
      {t('anotherAccount.maybe')}{' '}
      <Link to="/logout" state={{ next: path }}>
        {t('shell.signOut')}
      </Link>
    </p>
  );
}
