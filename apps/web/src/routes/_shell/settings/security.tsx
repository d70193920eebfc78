import { createFileRoute } from '@tanstack/react-router';
import { ActivityPanel } from '#/features/account/activity/index.ts';
import { SecurityPage } from '#/features/account/identity/index.ts';
import { PasskeysPanel } from '#/features/account/passkeys/index.ts';
import { SecondFactorPanel } from '#/features/account/second-factor/index.ts';
import { SessionsPanel } from '#/features/account/sessions/index.ts';

export const Route = createFileRoute('/_shell/settings/security')({
  component: SecurityRoute,
  staticData: { heading: { text: 'security.title' } },
});

function SecurityRoute() {
  return (
    <SecurityPage>
      {(email) => (
        <>
          <SecondFactorPanel email={email} />
          <PasskeysPanel />
          <SessionsPanel />
          <ActivityPanel />
        </>
      )}
    </SecurityPage>
  );
}
