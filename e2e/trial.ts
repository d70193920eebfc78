/** Whether `npm run trials` is running: its series of kills are longer, and at random moments. */
export const IS_TRIAL = process.env.TRIALS === 'on';
