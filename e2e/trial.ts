/** Whether `npm run trials` runs: series of kills are longer then, and come at moments that chance chooses. */
export const IS_TRIAL = process.env.TRIALS === 'on';
