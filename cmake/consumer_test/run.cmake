# Installs the build in BUILD_DIR, then configures, builds and runs the consumer against it.
set(prefix ${BUILD_DIR}/consumer_test/installed)
set(consumer ${BUILD_DIR}/consumer_test/build)
file(REMOVE_RECURSE ${BUILD_DIR}/consumer_test)

execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${prefix}
                        --component libraries
                OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} -G Ninja -S ${SOURCE_DIR} -B ${consumer}
                        -D CMAKE_PREFIX_PATH=${prefix} -D CMAKE_CXX_COMPILER=${CXX_COMPILER}
                COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${consumer} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${consumer}/consumer COMMAND_ERROR_IS_FATAL ANY)
