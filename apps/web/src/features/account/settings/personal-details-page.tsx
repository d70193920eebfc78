import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { customerQuery } from '#/shared/customer-query.ts';
import { BackLink } from '#/shared/ui/back-link.tsx';
import { ErrorState } from '#/shared/ui/error-state.tsx';
import { Page } from '#/shared/ui/page.tsx';
import { usePageBehind } from '#/shared/ui/way-back.ts';
import { PersonalDetailsForm } from './personal-details-form.tsx';

/** Shows and edits personal details [RTE-28, SET-10]. */
export function PersonalDetailsPage() {
  const { t } = useTranslation();
  usePageBehind();
  const { data, error, refetch } = useQuery(customerQuery);
  const back = <BackLink to="/settings" label={t('settings.back')} />;
  return (
    <Page title={t('settings.details.title')} back={back}>
      {data && <PersonalDetailsForm customer={data} />}
      {!data && error && (
        <ErrorState error={error} message={t('settings.failed')} onRetry={() => void refetch()} />
      )}
      {!data && !error && (
        <div aria-busy="true">
          <Skeleton h={420} maw={560} />
        </div>
      )}
    </Page>
  );
}
