import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSignInFirst } from '#/shared/plain-pages.tsx';
import { useCustomer, useSession } from '#/shared/session.ts';
import { EmptyState } from '#/shared/ui/empty-state.tsx';
import { Page } from '#/shared/ui/page.tsx';
import panels from '#/shared/ui/panels.module.css';
import { useSecondFactor } from './queries.ts';
import { SecondFactorPanel } from './second-factor.tsx';

/** For business customers who lack a required second factor; nothing else is accessible to them. */
export function RequiredSecondFactorPage() {
  return useSignInFirst() && <SetUp />;
}

function SetUp() {
  const { t } = useTranslation();
  const session = useSession();
  const navigate = useNavigate();
  const { email } = useCustomer();
  const { data } = useSecondFactor();
  const signIn = () => void session.signIn('/', { isAnew: true });
  return (
    <Page title={t('secondFactor.requiredTitle')}>
      <div className={panels.parts}>
        <p>{t('secondFactor.requiredText')}</p>
        <SecondFactorPanel email={email} onSetUp={signIn} />
        {data?.since && (
          <EmptyState action={<Button onClick={signIn}>{t('secondFactor.signIn')}</Button>}>
            {t('secondFactor.signInText')}
          </EmptyState>
        )}
        <div className={panels.actions}>
          <Button variant="default" onClick={() => void navigate({ to: '/logout' })}>
            {t('shell.signOut')}
          </Button>
        </div>
      </div>
    </Page>
  );
}
