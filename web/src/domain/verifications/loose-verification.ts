import type { Verification } from '@doorstep/contract/verifications';

/** A verification as any backend may answer it: nothing but its identity is sure to be there. */
export type LooseVerification = Partial<Verification> & Pick<Verification, 'verification_id'>;
