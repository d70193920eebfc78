import { useEffect } from 'react';
import { useCustomer } from '#/shared/session.ts';
import { prepareImport } from './import-opener.ts';

/** Shows what an earlier visit did not finish uploading. Its code is no part of the first load. */
export function LeftUploads(): null {
  const { sub } = useCustomer();
  useEffect(() => {
    void showLeftUploads(sub);
  }, [sub]);
  return null;
}

async function showLeftUploads(customerId: string): Promise<void> {
  const { hasUnfinishedUploads } = await import('./unfinished-uploads.ts');
  if (await hasUnfinishedUploads(customerId)) prepareImport();
}
