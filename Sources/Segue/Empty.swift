// The room is furnished by the files beside this one.
