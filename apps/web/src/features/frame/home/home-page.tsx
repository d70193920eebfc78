import { Anchor, Button, Skeleton } from '@mantine/core';
import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ChannelLink } from '#/shared/channel-links.tsx';
import { useChannel, useConfiguration } from '#/shared/configuration.tsx';
import { customerQuery, useCustomerName, useIsBusiness } from '#/shared/customer-query.ts';
import { serverNow } from '#/shared/server-time.ts';
import { ErrorState } from '#/shared/ui/error-state.tsx';
import { Page } from '#/shared/ui/page.tsx';
import panels from '#/shared/ui/panels.module.css';
import { Reference } from '#/shared/ui/reference.tsx';
import classes from './home-page.module.css';
import type { OverviewPart } from './overview.tsx';

type Props = {
  /** Top to bottom; empty parts are not shown. */
  parts: readonly OverviewPart[];
  /** Suggestions below the parts, for a customer who has no content yet. */
  suggestions: ReactNode;
  /** At the end, once the parts are loaded. */
  ending: ReactNode;
};

/** The customer's overview [RTE-17]: a greeting and the parts. All parts come in one answer, but each can fail on its own. */
export function HomePage({ parts, suggestions, ending }: Props) {
  const { t } = useTranslation();
  const { isBusiness } = useIsBusiness();
  const name = useCustomerName();
  // A company's name has no given name in it.
  const givenName = isBusiness ? null : givenNameOf(name);
  const greeting = t(`home.${partOfDay(serverNow().getHours())}`);
  return (
    <Page title={t('home.title')} heading={givenName ? `${greeting}, ${givenName}` : greeting}>
      <MovedBrand />
      <Parts parts={parts} suggestions={suggestions} ending={ending} />
    </Page>
  );
}

function Parts({ parts, suggestions, ending }: Props) {
  const results = useQueries({ queries: parts.map(({ query }) => query) });
  const isNothingKnown = results.every(({ data }) => data === undefined);
  const [first] = results;
  const isAwaited = results.every(
    ({ errorUpdateCount, fetchStatus }) => errorUpdateCount === 0 || fetchStatus === 'paused',
  );
  if (isNothingKnown && isAwaited) {
    const isFirstTry = results.every(
      ({ failureCount, fetchStatus }) => failureCount === 0 && fetchStatus !== 'paused',
    );
    return <HomeSkeleton isMenuReserved={isFirstTry} />;
  }
  if (isNothingKnown && first?.error) {
    const retryAll = () => void Promise.all(results.map(({ refetch }) => refetch()));
    return <ErrorState error={first.error} onRetry={retryAll} />;
  }
  return (
    <div className={classes.parts}>
      {parts.map((part, at) => {
        const other = parts.findIndex(({ name }) => name === part.yieldsTo);
        if (part.yieldsTo && results[other]?.data !== null) return null;
        return <Part key={part.name} part={part} result={results[at] as UseQueryResult} />;
      })}
      {parts.every(({ isContentless }, at) => isContentless || results[at]?.data === null) && suggestions}
      {ending}
    </div>
  );
}

function Part({ part, result }: { part: OverviewPart; result: UseQueryResult }) {
  const { data } = result;
  return (
    <>
      {data === undefined && <Failure text={part.failed} result={result} />}
      {data !== undefined && data !== null && part.render(data)}
    </>
  );
}

/** A failed part, as a single line among the others. It stays visible during a retry. */
function Failure({ text, result: { error, isFetching, refetch } }: { text: string; result: UseQueryResult }) {
  const { t } = useTranslation();
  return (
    <div className={classes.failure} role="alert" data-heals>
      <p className={classes.failed}>
        {t(text)} <Reference error={error} />
      </p>
      <Button variant="default" size="sm" loading={isFetching} onClick={() => void refetch()}>
        {t('errors.tryAgain')}
      </Button>
    </div>
  );
}

/** The greeting for an hour of the customer's local time, 0 to 23. */
function partOfDay(hour: number): 'morning' | 'afternoon' | 'evening' {
  if (hour >= 5 && hour < 12) return 'morning';
  return hour >= 12 && hour < 18 ? 'afternoon' : 'evening';
}

/** The first part of a name. */
function givenNameOf(name: string | null): string | null {
  return name?.trim().split(/\s+/)[0] || null;
}

/**
 * Placeholder of the home page: a heading and a panel, as most customers see them. Since the final height is unknown, content
 * below is held back for as long as the answer usually takes.
 */
function HomeSkeleton({ isMenuReserved }: { isMenuReserved: boolean }) {
  const { t } = useTranslation();
  return (
    <section
      className={classes.skeleton}
      aria-busy="true"
      aria-label={t('shell.loading')}
      data-waiting={isMenuReserved || undefined}
    >
      <Skeleton height={22} width={150} my={11} />
      <Skeleton height={122} mb={40} />
      <Skeleton height={22} width={190} my={11} />
      <Skeleton height={168} />
    </section>
  );
}

/** For customers of a brand the operator has removed: explains why they see another one, and that none of their data is lost. */
function MovedBrand() {
  const { t } = useTranslation();
  const { name, customerCareUrl } = useChannel();
  const { channels } = useConfiguration();
  const { data } = useQuery(customerQuery);
  if (!data || channels.includes(data.channel)) return null;
  return (
    <section className={panels.panel}>
      <p role="status">{t('home.movedBrand', { brand: name })}</p>
      <Anchor component={ChannelLink} href={customerCareUrl}>
        {t('shell.customerCare')}
      </Anchor>
    </section>
  );
}
