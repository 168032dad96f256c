import { CannotStart } from '../../../db/cannot-start.ts';

export class BackupDamaged extends CannotStart {
  constructor(name: string, options?: ErrorOptions) {
    super(
      `The backup is damaged: ${name} is missing or has changed. The database was not changed. Use another backup`,
      options,
    );
  }
}
