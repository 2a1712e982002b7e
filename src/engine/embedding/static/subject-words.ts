/**
 * What memories call the user. It is in nearly every one of them and says nothing of what they are about; to the table
 * it is a person who uses a computer.
 */
export const subjectWords: readonly string[] = ['user', 'users', '用户', '主人', 'ユーザー', '使用者']
