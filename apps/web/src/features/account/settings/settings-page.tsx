import { Button, Skeleton, VisuallyHidden } from '@mantine/core';
import '@mantine/core/styles/VisuallyHidden.layer.css';
import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '#/shared/ui/error-state.tsx';
import { Page } from '#/shared/ui/page.tsx';
import { RowList } from '#/shared/ui/row-list.tsx';
import type { SettingsGroup } from './settings-group.ts';
import classes from './settings-page.module.css';

type Props = { groups: readonly SettingsGroup[] };

/** The settings overview [RTE-24]: each group with its current value and one action. */
export function SettingsPage({ groups }: Props) {
  const { t } = useTranslation();
  const values = useQueries({ queries: groups.map(({ query }) => query) });
  // Without the customer's details, the first group, the others would say little.
  const hasFailed = values[0]?.data === undefined && values[0]?.error;
  const retry = () => {
    for (const { refetch } of values) void refetch();
  };
  return (
    <Page title={t('settings.title')}>
      {hasFailed ? (
        <ErrorState error={values[0]?.error} message={t('settings.failed')} onRetry={retry} />
      ) : (
        <RowList>
          {groups.map((group, at) => (
            <Group key={group.key} group={group} value={values[at] as UseQueryResult} />
          ))}
        </RowList>
      )}
    </Page>
  );
}

/** A group that failed to load shows the failure in its place; its page remains reachable. */
function Group({ group, value }: { group: SettingsGroup; value: UseQueryResult }) {
  const { t } = useTranslation();
  const { title, action, actionInFull, to, isDangerous, lines = 1, Value } = group;
  const { data, error, refetch } = value;
  return (
    <li className={classes.group}>
      <h2 className={classes.title}>{t(title)}</h2>
      <div className={classes.value} aria-busy={data === undefined && !error}>
        {data !== undefined && <Value data={data} />}
        {data === undefined && !error && <Skeleton h={16} w="60%" my={4} />}
        {data === undefined && !error && lines === 2 && <Skeleton h={16} w="50%" my={4} />}
        {data === undefined && error && (
          <p role="alert">
            {t('settings.groupFailed')}{' '}
            <Button variant="subtle" size="compact-sm" onClick={() => void refetch()}>
              {t('errors.tryAgain')}
            </Button>
          </p>
        )}
      </div>
      <Link className={isDangerous ? `${classes.action} danger` : classes.action} to={to}>
        <span aria-hidden="true">{t(action)}</span>
        <VisuallyHidden>{t(actionInFull)}</VisuallyHidden>
      </Link>
    </li>
  );
}
