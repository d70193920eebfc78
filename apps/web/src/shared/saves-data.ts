/** What browsers with the Network Information API tell of the connection; others have none. */
type WithConnection = Navigator & { connection?: { saveData?: boolean } };

/** Whether the browser is set to load no more than is asked for. */
export const savesData = (): boolean => (navigator as WithConnection).connection?.saveData === true;
