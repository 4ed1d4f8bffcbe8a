import Testing

/// Tests that run in processes of their own, one after another.
@Suite(.serialized, .ownThreads, .timeLimit(.minutes(5))) enum OwnProcessTests {}
