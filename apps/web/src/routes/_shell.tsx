import { MAILED_ACCOUNT } from '@keepsake/contracts/account/customers';
import { useIsFetching } from '@tanstack/react-query';
import { createFileRoute, useMatches, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { BusinessBanner } from '#/features/account/business/index.ts';
import { PlainFrame, Shell, SignedInGate } from '#/features/frame/shell/index.ts';
import { LeftUploads, openDropImport, PageDrop, SignOutGuard } from '#/features/library/uploads/index.ts';
import { FlaggedOutlet } from '#/shared/flags.tsx';
import { lazyPart } from '#/shared/lazy-part.tsx';
import { whenIdle } from '#/shared/when-idle.ts';

/** Pages with the menu. Public pages are shown without it when nobody is signed in. */
export const Route = createFileRoute('/_shell')({ component: ShellLayout });

function ShellLayout() {
  const isForAnybody = useMatches({
    select: (matches) => matches.some(({ staticData }) => staticData.isForAnybody),
  });
  // The shown page's: while it is left, `location` is already ahead, and what it hides would be shown and act.
  const isMailed = useRouterState({
    select: ({ resolvedLocation, location }) => MAILED_ACCOUNT in (resolvedLocation ?? location).search,
  });
  const page = <FlaggedOutlet otherwise={<NotAvailable />} />;
  const plainPage = <PlainFrame hasFooter>{page}</PlainFrame>;
  return (
    <SignedInGate signedOut={isForAnybody ? plainPage : undefined}>
      <Shell inTopBar={<Bell />} thumbBar={<Thumbs />} banner={<BusinessBanner />}>
        {isMailed ? <OwnPage>{page}</OwnPage> : page}
        <LeftUploads />
        <SignOutGuard />
        <PageDrop onDrop={openDropImport} />
      </Shell>
    </SignedInGate>
  );
}

/** Pages that a mail about an account leads to. */
const OwnPage = lazyPart(() => import('#/shared/another-account.tsx'));
const NotAvailable = lazyPart(() => import('./-not-available.tsx'));
const Thumbs = lazyPart(() => import('./-thumb-bar.tsx'));
const Notifications = lazyPart(() => whenIdle(() => import('./-notifications.tsx')));
const FIRST_PHOTOS = ['TimeLine', 'months'] as const;

/** The bell is not needed for the first picture: its code and calls load after the first photos. */
function Bell() {
  const isAsking = useIsFetching({ queryKey: FIRST_PHOTOS }) > 0;
  const [isDue, setDue] = useState(!isAsking);
  if (!isAsking && !isDue) setDue(true);
  return isDue && <Notifications />;
}
