import Testing

/// Tests in processes of their own, one after another: while such a process runs it takes one of the few threads that Swift has
/// for all tasks of all tests.
@Suite(.serialized) enum OwnProcessTests {}
