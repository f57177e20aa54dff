/** The AUTH_SECRET behind every digest of an order of the tests, in whichever of their processes it is made. */
export const TEST_SECRET = "a secret of tests, long enough for anybody";
